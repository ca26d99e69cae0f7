/** Returns the files of a drop or paste; linked images aren't files. */
export const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])];
