// The recording of a transcript, if one was given: it is played from here and never leaves the page.

import { make } from "./dom.js";

const RECORDING = /\.(aac|flac|m4[abv]|mka|mkv|mov|mp[34]|og[agv]|opus|wav|webm)$/i;

/** Tell whether a file is sound or film. */
export function isRecording(file) {
  return /^(audio|video)\//.test(file.type) || RECORDING.test(file.name);
}

export class Player {
  /** `onTime(seconds)` is called while it plays, `onProblem()` if it cannot. */
  constructor(element, { onTime, onProblem }) {
    this.element = element;
    this.onTime = onTime;
    this.onProblem = onProblem;
    this.media = null;
  }

  /** Take a recording in place of the one before. */
  open(file) {
    if (this.media) URL.revokeObjectURL(this.media.src);
    this.media = make(file.type.startsWith("video/") ? "video" : "audio", {
      src: URL.createObjectURL(file),
      controls: true,
      preload: "metadata",
      "aria-label": file.name,
      timeupdate: () => this.onTime(this.media.currentTime),
      error: () => this.#close(),
    });
    this.element.replaceChildren(make("span", {}, file.name), this.media);
    this.element.hidden = false;
  }

  /** Play from a time on, or stop if it plays already. */
  toggle(seconds) {
    if (!this.media) return;
    if (this.media.paused) this.play(seconds);
    else this.media.pause();
  }

  /** Play from a time on. */
  play(seconds) {
    if (!this.media) return;
    this.media.currentTime = seconds;
    this.media.play().catch(() => {}); // what cannot be played has told so
  }

  #close() {
    URL.revokeObjectURL(this.media.src);
    this.media = null;
    this.element.hidden = true;
    this.onProblem();
  }
}
