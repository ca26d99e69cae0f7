CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"file" text DEFAULT '' NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"trouble" text,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "backups_kind_known" CHECK ("backups"."kind" in ('begun', 'nightly', 'update')),
	CONSTRAINT "backups_state_known" CHECK ("backups"."state" in ('restored', 'read', 'new', 'unfit', 'failed', 'none'))
);
--> statement-breakpoint
ALTER TABLE "backups" ENABLE ROW LEVEL SECURITY;