// The time that all charts of a page show together: the zoomed part (in the address, so that a link shows it),
// and the moment under the pointer.
import { onUrlChange, setUrlParams, urlParam } from "./url-state.js";

const PARAM = "zoom";

export class TimeRange extends EventTarget {
  /** [from, to] in milliseconds, or null for everything there is. */
  zoom = zoomOf(urlParam(PARAM));
  /** The moment being looked at, in milliseconds, or null. */
  cursor = null;

  constructor() {
    super();
    onUrlChange(() => {
      this.zoom = zoomOf(urlParam(PARAM));
      this.#changed();
    });
  }

  zoomTo(from, to) {
    setUrlParams({ [PARAM]: [from, to].map((time) => new Date(time).toISOString().slice(0, 19)).join("/") });
  }

  reset() {
    setUrlParams({ [PARAM]: null });
  }

  point(time) {
    if (this.cursor !== time) {
      this.cursor = time;
      this.#changed();
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** "2026-11-18T03:10:00/2026-11-18T03:20:00", in UTC */
function zoomOf(text) {
  const times = (text ?? "").split("/").map((part) => Date.parse(`${part}Z`));
  return times.length === 2 && times[0] < times[1] ? times : null;
}
