/** The thread in which what is sent of large sites is made (page-maker.ts). */
import { workerData } from 'node:worker_threads';
import { versionOf } from '../http/page.ts';
import { answerQuestions } from './background-thread.ts';
import { type PageRequest, type PageTexts, pageBody } from './page-body.ts';

const texts: PageTexts = workerData;

answerQuestions((request: PageRequest) => {
  const made = pageBody(request, texts);
  const isText = typeof made === 'string';
  const body = isText ? new TextEncoder().encode(made) : Uint8Array.from(made);
  return { answer: { body, isText, version: versionOf(body) }, transfer: [body.buffer] };
});
