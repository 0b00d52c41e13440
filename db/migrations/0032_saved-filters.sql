CREATE TABLE "chosen_columns" (
	"user_id" integer NOT NULL,
	"screen" text NOT NULL,
	"columns" text[] NOT NULL,
	CONSTRAINT "chosen_columns_user_id_screen_pk" PRIMARY KEY("user_id","screen")
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_filters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	CONSTRAINT "saved_filters_filled" CHECK (btrim(name) <> '' and query <> '')
);
--> statement-breakpoint
ALTER TABLE "chosen_columns" ADD CONSTRAINT "chosen_columns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name_key" ON "saved_filters" USING btree ("screen",public.fold_text("name"));