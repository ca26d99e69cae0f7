CREATE TABLE "change_items" (
	"change_set_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"record_id" text NOT NULL,
	"name" text NOT NULL,
	"fields" json NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "change_items_change_set_id_kind_record_id_pk" PRIMARY KEY("change_set_id","kind","record_id")
);
--> statement-breakpoint
ALTER TABLE "change_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "change_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"undoes" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone,
	CONSTRAINT "change_sets_state_known" CHECK ("change_sets"."state" in ('open', 'published'))
);
--> statement-breakpoint
ALTER TABLE "change_sets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "change_items" ADD CONSTRAINT "change_items_change_set_id_change_sets_id_fk" FOREIGN KEY ("change_set_id") REFERENCES "public"."change_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "change_sets_one_open" ON "change_sets" USING btree ("state") WHERE "change_sets"."state" = 'open';