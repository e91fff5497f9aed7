/** The template a new site can start from. */
import { EMPTY_SITE, type SiteContent } from '../../shared/site/document.ts';

/** @param username a valid username, which needs no escaping in HTML */
export function starterSite(username: string): SiteContent {
  return {
    ...EMPTY_SITE,
    files: {
      'index.html': `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${username}</title>
  <link rel="stylesheet" href="style.css">
</head>
<body>
  <main>
    <h1>Hello from ${username}</h1>
    <p>Edit this page: everyone with the link can edit it with you, in real time.</p>
    <button id="wave">Wave</button>
  </main>
  <script src="script.js"></script>
</body>
</html>
`,
      'style.css': `body {
  margin: 0;
  min-height: 100vh;
  display: grid;
  place-items: center;
  background: #fdf1e4;
  color: #33241c;
  font: 18px/1.6 system-ui, sans-serif;
}

main {
  max-width: 34rem;
  padding: 2rem;
}

button {
  padding: 0.6em 1.2em;
  border: 0;
  border-radius: 99px;
  background: #d1495b;
  color: white;
  font: inherit;
  cursor: pointer;
}
`,
      'script.js': `const button = document.querySelector('#wave');

button.addEventListener('click', () => {
  button.textContent = button.textContent + ' 👋';
});
`,
    },
  };
}
