CREATE TABLE "import_items" (
	"import_id" uuid NOT NULL,
	"source_key" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"data" jsonb,
	"title" text DEFAULT '' NOT NULL,
	"old_url" text DEFAULT '' NOT NULL,
	"new_path" text DEFAULT '' NOT NULL,
	"dated_at" timestamp with time zone,
	"hash" text DEFAULT '' NOT NULL,
	"record_kind" text DEFAULT '' NOT NULL,
	"record_id" text DEFAULT '' NOT NULL,
	"record_version" integer DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"stored_at" timestamp with time zone,
	CONSTRAINT "import_items_import_id_source_key_pk" PRIMARY KEY("import_id","source_key")
);
--> statement-breakpoint
ALTER TABLE "import_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "import_runs" (
	"import_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"site_url" text DEFAULT '' NOT NULL,
	"summary" jsonb,
	"choices" jsonb,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"heard_at" timestamp with time zone,
	"session" text DEFAULT '' NOT NULL,
	"person_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_runs_state_known" CHECK ("import_runs"."state" in ('reading', 'ready', 'storing', 'stored', 'failed', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "import_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"label" text NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "import_items" ADD CONSTRAINT "import_items_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_runs" ADD CONSTRAINT "import_runs_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_items_source" ON "import_items" USING btree ("source_key");--> statement-breakpoint
CREATE INDEX "import_items_record" ON "import_items" USING btree ("record_kind","record_id");--> statement-breakpoint
CREATE POLICY "visitors see no imports" ON "imports" AS PERMISSIVE FOR SELECT TO public USING (false);--> statement-breakpoint
CREATE TRIGGER count_version BEFORE UPDATE ON imports FOR EACH ROW EXECUTE FUNCTION count_version();--> statement-breakpoint
CREATE TRIGGER remember_revision AFTER INSERT OR UPDATE OR DELETE ON imports FOR EACH ROW EXECUTE FUNCTION remember_revision('imports', 'id', 'version,updated_at');--> statement-breakpoint
CREATE TRIGGER note_media_uses AFTER INSERT OR UPDATE OR DELETE ON imports FOR EACH ROW EXECUTE FUNCTION note_media_uses('imports', 'id');--> statement-breakpoint
CREATE TRIGGER tell_content_inserted AFTER INSERT ON imports REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM changed WHERE published');--> statement-breakpoint
CREATE TRIGGER tell_content_updated AFTER UPDATE ON imports REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM (TABLE before UNION ALL TABLE changed) AS touched WHERE published');--> statement-breakpoint
CREATE TRIGGER tell_content_deleted AFTER DELETE ON imports REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed('SELECT FROM changed WHERE published');--> statement-breakpoint
CREATE TRIGGER tell_content_truncated AFTER TRUNCATE ON imports FOR EACH STATEMENT EXECUTE FUNCTION tell_content_changed();
