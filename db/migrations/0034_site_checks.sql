CREATE TABLE "site_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"by_owner" boolean DEFAULT false NOT NULL,
	"trouble" text DEFAULT '' NOT NULL,
	"pages" integer DEFAULT 0 NOT NULL,
	"due" integer DEFAULT 0 NOT NULL,
	"read" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"heard_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "site_checks_state_known" CHECK ("site_checks"."state" in ('waiting', 'running', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "site_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_faults" (
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site_faults" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_links" (
	"url" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"said" text DEFAULT '' NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_pages" (
	"path" text PRIMARY KEY NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"links" text[] DEFAULT '{}' NOT NULL,
	"accepted" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "site_faults" ADD CONSTRAINT "site_faults_path_site_pages_path_fk" FOREIGN KEY ("path") REFERENCES "public"."site_pages"("path") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "site_checks_one_open" ON "site_checks" USING btree ((true)) WHERE "site_checks"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "site_checks_requested" ON "site_checks" USING btree ("requested_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "site_faults_path" ON "site_faults" USING btree ("path");--> statement-breakpoint
CREATE INDEX "site_faults_kind" ON "site_faults" USING btree ("kind");--> statement-breakpoint
CREATE INDEX "site_pages_title" ON "site_pages" USING btree (md5(lower("title")));--> statement-breakpoint
CREATE INDEX "site_pages_description" ON "site_pages" USING btree (md5(lower("description")));