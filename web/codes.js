// A text as a QR code, and codes that a camera sees as text. Loaded when the
// first code is wanted; the program in WebAssembly knows nothing of it.
//
// What always holds: a code is drawn dark on light in either theme, because
// readers want it so; nothing of the camera is kept, and it is let go once the
// reading ends.

import { encode } from "uqr";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // modules of margin that the standard asks for
const LONGEST = 2900; // bytes that the largest code holds with little correction
const EVERY = 200; // milliseconds between two looks at the camera

const bytes = (text) => new TextEncoder().encode(text).length;

// draw puts the code of a text into an element, and says why where it cannot.
export function draw(element, text) {
  if (bytes(text) > LONGEST) {
    element.textContent = "This is too long for a QR code. Send the line or the file.";
    return;
  }
  const { data, size } = encode(text, { ecc: "L", border: 0 });
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.setAttribute("aria-label", `QR code of ${text.length} characters`);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  svg.append(path);
  element.replaceChildren(svg);
}

// scans reports whether this browser reads codes by itself.
export const scans = () => "BarcodeDetector" in window && !!navigator.mediaDevices?.getUserMedia;

// scan shows what the camera sees in an element and gives each code that it has not
// given before. It returns a function that ends the reading.
export function scan(element, found, failed) {
  const seen = new Set();
  let stream, over = false;
  const stop = () => {
    over = true;
    stream?.getTracks().forEach((track) => track.stop());
    element.replaceChildren();
  };
  const look = async (video, detector) => {
    while (!over) {
      for (const { rawValue } of await detector.detect(video).catch(() => [])) {
        if (over) return;
        if (!seen.has(rawValue)) found(rawValue);
        seen.add(rawValue);
      }
      await new Promise((next) => { setTimeout(next, EVERY); });
    }
  };
  (async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    if (over) return stop();
    const video = Object.assign(document.createElement("video"), { srcObject: stream, muted: true, playsInline: true });
    element.replaceChildren(video);
    await video.play();
    await look(video, new window.BarcodeDetector({ formats: ["qr_code"] }));
  })().catch(() => { stop(); failed(); });
  return stop;
}
