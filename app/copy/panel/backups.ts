// What the dashboard says of the site's backups. The owner reads it; what to do is mostly for the person who runs the
// server.

/** A size as people read it: "1.2 MB". */
export const sizeInWords = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000)).toLocaleString("en-US")} kB`
    : `${(bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: bytes < 100_000_000 ? 1 : 0 })} MB`;

export const backups = {
  title: "Backups",
  off: "Switched off by the person who runs your server (BACKUP_DIR=off).",
  fresh: "The first one is made tonight, between 3 and 4 o'clock.",
  none: "There is none yet.",
  last: (when: string, size: string) => `The last good one: ${when}, ${size}.`,
  proof: {
    restored: "It was restored on trial, and everything was there.",
    read: "It was read through and is whole. It could not be restored on trial on this server.",
    new: "It is yet to be restored on trial.",
  },
  late: {
    title: "Your site has had no good backup for more than 36 hours.",
    text: "One is made each night between 3 and 4 o'clock, or within an hour of the next start. Ask the person who runs your server to look for 'backup' in its log.",
  },
  failed: {
    disk: {
      title: "The last backup failed: the disk is too full.",
      text: "The person who runs your server frees room, or lets BACKUP_DIR name a folder on another disk. It is tried again every hour.",
    },
    folder: {
      title: "The last backup failed: its folder cannot be used.",
      text: "The person who runs your server looks whether the folder in BACKUP_DIR is there and may be written to. It is tried again every hour.",
    },
    database: {
      title: "The last backup failed: the database broke it off.",
      text: "It is tried again every hour. If this stays, the person who runs your server looks for 'backup' in its log.",
    },
    other: {
      title: "The last backup failed.",
      text: "It is tried again every hour. If this stays, the person who runs your server looks for 'backup' in its log.",
    },
  },
  unfit: {
    title: "The last backup cannot be restored.",
    text: "It was tried, and what came back was not what had been saved. Another one is made next night. Tell the person who runs your server today, and keep the good ones that there are.",
  },
  server: (detail: string) => `The server says: ${detail}`,
} as const;
