// Backup texts on the dashboard. The owner reads them, but usually asks a developer to act.

/** Returns a readable size: "1.2 MB". */
export const sizeInWords = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000)).toLocaleString("en-US")} kB`
    : `${(bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: bytes < 100_000_000 ? 1 : 0 })} MB`;

export const backups = {
  title: "Backups",
  off: "Turned off on the server (BACKUP_DIR=off).",
  fresh: "The first backup runs tonight between 3 and 4 AM.",
  none: "No backups yet.",
  last: (when: string, size: string) => `Last good backup: ${when}, ${size}.`,
  proof: {
    restored: "A test restore recovered everything.",
    read: "The file is complete. A test restore isn't possible on this server.",
    new: "It hasn't been test-restored yet.",
  },
  late: {
    title: "Your site has had no good backup for more than 36 hours.",
    text: "Backups run each night between 3 and 4 AM. After an outage, they run within an hour of the server's next start. Ask your developer to look for 'backup' in the server log.",
  },
  failed: {
    disk: {
      title: "The last backup failed: the disk is too full.",
      text: "Ask your developer to free up space, or to point BACKUP_DIR to a folder on another disk. We try again every hour.",
    },
    folder: {
      title: "The last backup failed: its folder can't be used.",
      text: "Ask your developer to check that the folder in BACKUP_DIR exists and is writable. We try again every hour.",
    },
    database: {
      title: "The last backup failed: the database interrupted it.",
      text: "We try again every hour. If it keeps failing, ask your developer to look for 'backup' in the server log.",
    },
    other: {
      title: "The last backup failed.",
      text: "We try again every hour. If it keeps failing, ask your developer to look for 'backup' in the server log.",
    },
  },
  unfit: {
    title: "The last backup can't be restored.",
    text: "A test restore didn't match what was saved. The next backup runs between 3 and 4 AM. Tell your developer today, and don't delete the older good backups.",
  },
  server: (detail: string) => `The server says: ${detail}`,
} as const;
