// Picks a name from the class wall; everyone has a turn before anyone has a second one.
const picked = document.querySelector('#picked');
let left = [];

function allNames() {
  return [...document.querySelectorAll('#wall h3')].map((heading) => heading.textContent.trim());
}

document.querySelector('#pick').addEventListener('click', () => {
  const names = allNames();
  left = left.filter((name) => names.includes(name));
  if (left.length === 0) left = names.filter((name) => name !== picked.textContent);
  if (left.length === 0) left = names;
  const [name = '…'] = left.splice(Math.floor(Math.random() * left.length), 1);
  picked.textContent = name;
});
