/** The editor page (`?edit`, `?history`): opens a session for the member in the address. */
import * as v from 'valibot';
import { byId } from '../dom.ts';
import { takeLink } from '../edit-link.ts';
import { keepPages } from '../keep-pages.ts';
import { Session } from '../session.ts';
import { EditorApp } from './app.ts';
import { EditorData } from './editor-data.ts';
import { EDITOR_TEXT } from './text.ts';

const username = location.pathname.split('/').at(-1) ?? '';
const data = v.parse(EditorData, JSON.parse(byId('data').textContent ?? ''));
document.title = EDITOR_TEXT.title(username);
keepPages();
takeLink(username);
// A link that is pasted into the address of this page changes nothing but the fragment.
addEventListener('hashchange', () => {
  if (takeLink(username)) location.reload();
});
const session = await Session.open({ username, keep: true });
new EditorApp(byId('app'), session, data);
