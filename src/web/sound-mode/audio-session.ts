/** What a phone takes this page's sound for: its mute switch silences all but music, and music has no microphone. */

declare global {
  interface Navigator {
    /** Only some browsers have it. */
    readonly audioSession?: { type: 'playback' | 'play-and-record' };
  }
}

let microphones = 0;

/** To be called before the page makes a sound. */
export function updateAudioSession(): void {
  const { audioSession } = navigator;
  if (audioSession !== undefined) {
    audioSession.type = microphones > 0 ? 'play-and-record' : 'playback';
  }
}

/** To be called before a microphone is asked for. @returns a function to be called once it is closed */
export function microphoneSession(): () => void {
  microphones += 1;
  updateAudioSession();
  return () => {
    microphones -= 1;
    updateAudioSession();
  };
}
