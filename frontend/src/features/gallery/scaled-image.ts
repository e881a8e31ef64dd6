/** An image that the server would refuse for its size is made smaller before it is sent. */
import { limits } from 'language/domain/values/codes';

/** The pixels of the first try: more than a screen or paper shows. */
const PIXELS = 12_000_000;
const TRIES = 4;
const QUALITY = 0.9;

/** A file that is sent again under its key has the same bytes. */
const scaled = new WeakMap<Blob, Promise<Blob>>();

/** @throws if the browser cannot read the image, or cannot make it small enough */
export function scaledToLimit(file: Blob): Promise<Blob> {
  const known = scaled.get(file) ?? scale(file);
  scaled.set(file, known);
  return known;
}

async function scale(file: Blob): Promise<Blob> {
  // Upright: the browser turns it as its metadata say.
  const image = await createImageBitmap(file);
  try {
    for (let pixels = Math.min(PIXELS, image.width * image.height), tried = 0; tried < TRIES; pixels /= 2, tried += 1) {
      const smaller = await drawn(image, Math.sqrt(pixels / (image.width * image.height)));
      if (smaller.size <= limits.image) return smaller;
    }
  } finally {
    image.close();
  }
  throw new Error('The image stays too large');
}

function drawn(image: ImageBitmap, by: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * by));
  canvas.height = Math.max(1, Math.round(image.height * by));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  // A JPEG has no transparency.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No image'))), 'image/jpeg', QUALITY),
  );
}
