/** How the link to the editor looks in a corner of a published page: readable on any ground, out of the way, not in print. */

export const EDIT_LINK_STYLE = `
a {
  position: fixed;
  inset-block-end: 0.6rem;
  inset-inline-end: 0.6rem;
  padding: 0.3rem 0.7rem;
  border: 1px solid rgb(255 255 255 / 0.35);
  border-radius: 99px;
  background: rgb(20 22 28 / 0.72);
  color: #fff;
  font: 13px / 1.5 system-ui, sans-serif;
  text-decoration: none;
}
a:hover, a:focus-visible { background: #14161c; }
a:focus-visible { outline: 2px solid #fff; outline-offset: -4px; }
@media print { a { display: none; } }
`;
