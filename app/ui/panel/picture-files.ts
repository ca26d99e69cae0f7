/** The files of a drop or a paste; what is only linked to is none. */
export const filesOf = (transfer: DataTransfer | null): File[] => [...(transfer?.files ?? [])];
