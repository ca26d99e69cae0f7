/** Returns dropped or pasted files. Images dragged from a web page aren't files. */
export const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])];
