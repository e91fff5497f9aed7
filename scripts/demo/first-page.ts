/** What Ada writes before Grace comes: a small page with a style sheet and a script. */

/** @param name stands in its title and heading */
export function firstPage(name: string): readonly (readonly [file: string, text: string])[] {
  return [
    ['style.css', STYLE],
    ['script.js', SCRIPT],
    ['index.html', PAGE.replaceAll('NAME', name)],
  ];
}

/** What Grace adds. */
export const secondPage = (): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>What we cook</title>
  <link rel="stylesheet" href="style.css">
</head>
<body>
  <main>
    <h1>What we cook</h1>
    <p>Pea soup in June, beans all summer.</p>
    <p><a href="index.html">Back to the garden</a></p>
  </main>
</body>
</html>
`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>NAME</title>
  <link rel="stylesheet" href="style.css">
</head>
<body>
  <main>
    <h1>Hello from NAME</h1>
    <p>Edit this page: everyone you invite can edit it with you, in real time.</p>
    <button id="wave">Wave</button>
  </main>
  <script src="script.js"></script>
</body>
</html>
`;

const STYLE = `body {
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
`;

const SCRIPT = `const button = document.querySelector('#wave');

button.addEventListener('click', () => {
  button.textContent = button.textContent + ' 👋';
});
`;
