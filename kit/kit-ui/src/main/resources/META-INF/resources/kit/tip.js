// One tooltip for the whole page: any element with data-tip shows its text on hover, on focus and on touch.
// It describes, it never carries the only copy of something needed.

const tip = document.createElement("div");
tip.className = "tip";
tip.id = "tip";
tip.role = "tooltip";
tip.hidden = true;

let owner = null;

function show(element) {
  hide();
  owner = element;
  tip.textContent = element.dataset.tip;
  tip.hidden = false;
  // Inside an open popover or dialog the tip must be in its top layer, else it would be covered.
  (element.closest("[popover]:popover-open") ?? document.body).append(tip);
  element.setAttribute("aria-describedby", "tip");
  place(element.getBoundingClientRect());
}

function place(anchor) {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, anchor.left + anchor.width / 2 - width / 2), innerWidth - width - 8);
  const above = anchor.top - height - 8;
  tip.style.left = `${Math.round(left)}px`;
  tip.style.top = `${Math.round(above > 8 ? above : anchor.bottom + 8)}px`;
}

function hide() {
  owner?.removeAttribute("aria-describedby");
  owner = null;
  tip.hidden = true;
}

function wanted(event) {
  const element = event.target.closest?.("[data-tip]");
  // A press gives the focus, too, but whoever presses a button wants what it does, not what it is called.
  if (event.type === "focusin" && !event.target.matches(":focus-visible")) {
    return;
  }
  if (element && element !== owner) {
    show(element);
  } else if (!element && owner) {
    hide();
  }
}

document.addEventListener("pointerover", wanted);
document.addEventListener("focusin", wanted);
document.addEventListener("focusout", hide);
document.addEventListener("pointerdown", (event) => event.pointerType === "mouse" && hide());
document.addEventListener("scroll", hide, { capture: true, passive: true });
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
