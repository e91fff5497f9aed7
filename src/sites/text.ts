/** Every word a person reads on the page around a published site. */
export const SITE_PAGE_TEXT = {
  navigationBlocked:
    'A script on this page tried to open another page. Only links can do that here.',
} as const;
