/** Closes WebRTC, which no header closes in every browser, in a site and in the frames it makes. */

const DOCTYPE = '<!doctype html>';

export const closeWebRtc = (): void => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'mozRTCPeerConnection']) {
    Reflect.deleteProperty(window, name);
  }
};

/**
 * A document in a frame of the site has constructors of its own. It gets this script first, and is taken
 * out of the page meanwhile: what the frame had begun to load is dropped with it.
 */
const guard = (own: string, frame: Element): void => {
  const html = frame.getAttribute('srcdoc');
  const guarded = html === null || html.startsWith(own) || html.startsWith(DOCTYPE + own);
  const address = frame.getAttribute('src') ?? '';
  const runs = /^javascript:/i.test(address.replace(/[^!-~]/g, ''));
  if (guarded && !runs) return;
  const { parentNode, nextSibling } = frame;
  frame.remove();
  if (runs) frame.removeAttribute('src');
  if (!guarded) {
    const start = /^\s*<!doctype/i.test(html) ? DOCTYPE + own : own;
    frame.setAttribute('srcdoc', start + html);
  }
  parentNode?.insertBefore(frame, nextSibling);
};

/** @param own the markup of this script, which every document in a frame of the site gets first */
export const guardFrames = (own: string): void => {
  const live = [document.getElementsByTagName('iframe'), document.getElementsByTagName('frame')];
  const observer = new MutationObserver((records) => {
    for (const frames of live) for (const frame of [...frames]) guard(own, frame);
    for (const root of new Set(records.map(({ target }) => target.getRootNode()))) {
      if (root instanceof ShadowRoot)
        for (const frame of root.querySelectorAll('iframe')) guard(own, frame);
    }
  });
  const watched = { childList: true, subtree: true, attributeFilter: ['src', 'srcdoc'] };
  observer.observe(document, watched);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(this: Element, init: ShadowRootInit) {
    const root = attach.call(this, init);
    observer.observe(root, watched);
    return root;
  };
};
