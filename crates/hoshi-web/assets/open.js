// Asking the server for a board, and going there.

/** Sends something and returns the answer, or null; what went wrong is told. @param {string} address @param {any} body
 * @param {(why: string) => void} tell @param {string} noServer @param {string} [type] @returns {Promise<any>} */
export async function post(address, body, tell, noServer, type = "application/json") {
  try {
    const response = await fetch(address, { method: "POST", headers: { "content-type": type }, body });
    const answer = await response.json();
    if (response.ok) return answer;
    tell(answer.error);
  } catch {
    tell(noServer);
  }
  return null;
}

/** Keeps the secrets of a board for its page, and returns this page's own. @param {any} answer */
export function keep({ id, keys, you, notes }) {
  const secrets = Object.fromEntries(keys);
  const token = secrets[you];
  try {
    sessionStorage.setItem(`hoshi-${id}`, JSON.stringify({ token, keys: secrets, notes }));
  } catch {
    // The board opens all the same: its own secret is in the address.
  }
  return token;
}

/** Goes to a board. A problem is solved before it is looked through. @param {any} answer */
export function go(answer) {
  const token = keep(answer);
  location.href = answer.problem ? `/g/${answer.id}/view` : `/g/${answer.id}#${token}`;
}
