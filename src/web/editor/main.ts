/** The editor page (`?edit`, `?history`): opens a session for the member named by the address. */
import * as v from 'valibot';
import { byId } from '../dom.ts';
import { Session } from '../session.ts';
import { EditorApp } from './app.ts';

const pageData = v.object({ modes: v.array(v.string()) });

const username = location.pathname.split('/').at(-1) ?? '';
const { modes } = v.parse(pageData, JSON.parse(byId('data').textContent ?? ''));
document.title = `${username} · edit · Ensemble`;
const session = await Session.open({ username, keep: true });
new EditorApp(byId('app'), session, modes);
