import { createContext } from "react-router";
import type { Crop } from "./crop.ts";

/**
 * Rotates and crops a stored original, and stores the result as a new original.
 * @param sha256 of the original
 * @throws UploadRefused with a sentence for the owner
 */
export type CropOriginal = (sha256: string, crop: Crop) => Promise<{ sha256: string; bytes: number }>;

/** Set in `server/app.ts`, because images are only decoded in their own process. */
export const cropOriginal = createContext<CropOriginal>();
