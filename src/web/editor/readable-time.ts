/** Dates and times in the browser's language, as short as can be. */
import { EDITOR_TEXT } from './text.ts';

// Making one costs more than using it a hundred times, and old code shows one beside each line in every frame.
const TIME = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat([], { dateStyle: 'medium' });

/** "Today, 14:05", "3 Mar 2024, 09:10". */
export function readableTime(at: number): string {
  const date = new Date(at);
  const sameDay = new Date().toDateString() === date.toDateString();
  return `${sameDay ? EDITOR_TEXT.history.today : DAY.format(date)}, ${TIME.format(date)}`;
}
