CREATE TABLE "guest_import_changes" (
	"guest_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guest_import_changes_pkey" PRIMARY KEY("guest_id","at")
);
--> statement-breakpoint
CREATE TABLE "import_mappings" (
	"hash" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"list_id" integer,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_mappings_hash_whole" CHECK (hash ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "guest_import_changes" ADD CONSTRAINT "guest_import_changes_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_list_id_guest_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."guest_lists"("id") ON DELETE cascade ON UPDATE no action;