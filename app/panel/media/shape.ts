type Shape = { ratio: number; words: string };

/** Common aspect ratios. An image within 1% of a ratio gets its name. */
const NAMED = ["1:1", "5:4", "4:3", "7:5", "3:2", "16:10", "16:9", "2:1", "21:9", "3:1"];

/** Returns the aspect ratio, with `words` such as "16:9"; null if the size is unknown. */
export function shapeOf({ width, height }: { width: number; height: number }): Shape | null {
  if (!width || !height) return null;
  const isTall = height > width;
  const long = isTall ? height / width : width / height;
  for (const name of NAMED) {
    const [a = 1, b = 1] = name.split(":").map(Number);
    if (Math.abs(long / (a / b) - 1) > 0.01) continue;
    return { ratio: isTall ? b / a : a / b, words: isTall ? `${b}:${a}` : name };
  }
  return { ratio: Math.round((width / height) * 100) / 100, words: `${width} × ${height}` };
}

/** Returns a local file's aspect ratio; null if the browser can't decode the file. */
export async function shapeOfFile(file: File): Promise<Shape | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const shape = shapeOf(bitmap);
    bitmap.close();
    return shape;
  } catch {
    return null;
  }
}
