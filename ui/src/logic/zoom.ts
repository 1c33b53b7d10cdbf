// Where a picture stands in a frame, and how large. Pure.

export interface View {
  /** Frame pixels per picture pixel. */
  scale: number;
  /** Where the picture's middle lies, from the middle of the frame, in frame pixels. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const LARGEST = 16;

/** The whole picture in the frame, and no larger than it is. */
export function fit(picture: Size, frame: Size): View {
  if (picture.width <= 0 || picture.height <= 0) return { scale: 1, x: 0, y: 0 };
  return { scale: Math.min(1, frame.width / picture.width, frame.height / picture.height), x: 0, y: 0 };
}

/** Larger or smaller around a point, counted from the middle of the frame, which stays where it is. */
export function zoom(view: View, by: number, picture: Size, frame: Size, around = { x: 0, y: 0 }): View {
  const smallest = Math.min(fit(picture, frame).scale, 1);
  const scale = Math.min(LARGEST, Math.max(smallest, view.scale * by));
  const grown = scale / view.scale;
  return within({ scale, x: around.x - (around.x - view.x) * grown, y: around.y - (around.y - view.y) * grown }, picture, frame);
}

export function pan(view: View, by: { x: number; y: number }, picture: Size, frame: Size): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, frame);
}

/** The picture never leaves the frame; one that is smaller stays in the middle. */
function within(view: View, picture: Size, frame: Size): View {
  const spare = (of: number, room: number) => Math.max(0, (of * view.scale - room) / 2);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0;
  return {
    scale: view.scale,
    x: clamp(view.x, spare(picture.width, frame.width)),
    y: clamp(view.y, spare(picture.height, frame.height)),
  };
}
