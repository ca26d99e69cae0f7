CREATE TABLE "drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid,
	"version" integer,
	"fields" jsonb NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_one_for_each_record" UNIQUE NULLS NOT DISTINCT("kind","record_id"),
	CONSTRAINT "drafts_kind_known" CHECK ("drafts"."kind" in ('blog-post', 'case-study'))
);
--> statement-breakpoint
ALTER TABLE "drafts" ENABLE ROW LEVEL SECURITY;