/** Whether anything on a page sounds: instruments, the page's own audio, `<audio>` and `<video>`. */

/** Must run before the page makes any sound. @returns whether something sounds now */
export function watchSound(): () => boolean {
  const contexts = new Set<AudioContext>();
  const media = new Set<HTMLMediaElement>();
  const Native = window.AudioContext;
  window.AudioContext = class AudioContext extends Native {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.add(this);
      this.addEventListener('statechange', () => {
        if (this.state === 'closed') contexts.delete(this);
      });
    }
  };
  const { play } = HTMLMediaElement.prototype;
  // Elements that are in no document, made by `new Audio()`, send their events nowhere else.
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    media.add(this);
    this.addEventListener('pause', () => media.delete(this), { once: true });
    return play.call(this);
  };
  addEventListener(
    'play',
    ({ target }) => {
      if (target instanceof HTMLMediaElement) media.add(target);
    },
    true,
  );
  return () => {
    for (const one of media) if (one.paused || one.ended) media.delete(one);
    return media.size > 0 || [...contexts].some(({ state }) => state === 'running');
  };
}
