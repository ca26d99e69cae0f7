CREATE TABLE "reply_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"is_sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"name" text NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reply_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_templates_name_unique" ON "reply_templates" USING btree (lower("name")) WHERE "reply_templates"."deleted_at" is null;--> statement-breakpoint
-- Recreated at startup, without what belongs to reply templates.
DROP POLICY IF EXISTS "editors work" ON "revisions";--> statement-breakpoint
DROP POLICY IF EXISTS "editors work" ON "autosaves";
