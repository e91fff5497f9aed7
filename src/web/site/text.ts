/** The words that a site's visitors and authors read from the script that runs before the site. */

export const SITE_TEXT = {
  memory:
    'Sites here have no storage of their own: localStorage, sessionStorage and cookies last until the page is closed or reloaded.',
  full: 'The storage of this page is full: it holds 5 million characters.',
  form: 'This form was not sent: sites here cannot send forms to a server. A script can handle its submit event.',
} as const;
