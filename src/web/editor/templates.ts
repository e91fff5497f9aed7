/** The templates of the gallery: which there are, in which order, and the sites behind them. */
import type { SiteContent } from '../../shared/site/document.ts';
import { readSources } from '../../shared/site/export.ts';

/** JSON of an object: each template's sources (`exportSources`) by its id. The bundler puts it here. */
declare const TEMPLATE_SOURCES: string;

/** In the order of the gallery; EDITOR_TEXT.start.templates has their words. */
export const TEMPLATE_IDS = ['blank', 'instrument', 'class', 'portfolio', 'game'] as const;
export type TemplateId = (typeof TEMPLATE_IDS)[number];

/** Stands in a template's HTML for the name of the site that starts from it. */
const NAME = /SITE_NAME/g;

/**
 * The site that a template makes.
 *
 * @param username a valid username, which needs no escaping in HTML
 */
export function templateSite(id: TemplateId, username: string): SiteContent {
  const sources: unknown = Reflect.get(JSON.parse(TEMPLATE_SOURCES), id);
  return named(readSources(typeof sources === 'string' ? sources : ''), username);
}

/** The template with the name of a site in its page. */
export function named(template: SiteContent, username: string): SiteContent {
  const { files } = template;
  const page = files['index.html'].replace(NAME, username);
  return { ...template, files: { ...files, 'index.html': page } };
}
