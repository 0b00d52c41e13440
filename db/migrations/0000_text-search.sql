-- Search ignores case and diacritics. unaccent() itself is only STABLE because its
-- dictionary could change; naming the dictionary lets an index stand on the result.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists unaccent;
--> statement-breakpoint
create function public.fold_text(text) returns text
  language sql immutable parallel safe strict
  as $$ select lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;
