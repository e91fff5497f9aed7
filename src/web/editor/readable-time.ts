/** Dates and times in the browser's language, as short as can be. */
import { EDITOR_TEXT } from './text.ts';

/** "Today, 14:05", "3 Mar 2024, 09:10". */
export function readableTime(at: number): string {
  const date = new Date(at);
  const sameDay = new Date().toDateString() === date.toDateString();
  const time = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return sameDay
    ? `${EDITOR_TEXT.history.today}, ${time}`
    : `${date.toLocaleDateString([], { dateStyle: 'medium' })}, ${time}`;
}
