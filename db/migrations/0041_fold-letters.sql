-- Letters are folded by the table of lib/text/fold.ts, the same on the phone and on the server.
-- Guests whose stored folds differ are written again, without the triggers: nothing else changed.
create or replace function public.fold_text(text) returns text
  language plpgsql immutable parallel safe strict
as $$
declare
  t text := $1;
begin
  if octet_length(t) <> char_length(t) then
    t := regexp_replace(normalize(t, NFKD),
      '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+', '', 'g');
  end if;
  if octet_length(t) <> char_length(t) then
    t := translate(t,
      'ȺⱥƀƁɓƂƃɃƇƈȻȼÐðĐđƉɖƊɗƋƌƎǝƏəƐɛɆɇƑƒƓɠǤǥĦħıƗɨƖɩȷɈɉĸƘƙŁłƚɫŊŋƝɲƞȠØøƆɔƟɵƤƥɌɍȿŦŧƬƭƮʈȾⱦɄʉƲʋǷƿƳƴɎɏȜȝƵƶȤȥƷʒΣς‘’‛ʹʻʼ′‐‒–—―−',
      'aabbbbbbccccddddddddddeeeeeeeeffgggghhiiiiijjjkkkllllnnnnnnoooooopprrsttttttttuuvvwwyyyyyyzzzzzzσσ''''''''''''''------');
    t := replace(replace(replace(replace(t, 'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe');
    t := replace(replace(replace(replace(t, 'ß', 'ss'), 'ẞ', 'ss'), 'Þ', 'th'), 'þ', 'th');
  end if;
  t := lower(t);
  if strpos(t, 'dj') > 0 then
    t := regexp_replace(t, '([a-z])dj|dj(?=[a-z])', '\1d', 'g');
  end if;
  return t;
end $$;
--> statement-breakpoint
alter table guests disable trigger user;
--> statement-breakpoint
update guests set name = name
where search_name <> public.fold_text(name || ' ' || surname)
  or search <> public.fold_text(name || ' ' || surname || ' ' || coalesce(jmbag, '') || ' ' || coalesce(email, ''));
--> statement-breakpoint
alter table guests enable trigger user;
--> statement-breakpoint
-- Two names that count as one from now on both stay: the later one gets its number.
update guest_lists l set name = l.name || ' (' || l.id || ')'
where kind = 'tag' and deleted_at is null and exists (
  select from guest_lists o where o.kind = 'tag' and o.deleted_at is null and o.id < l.id
    and public.fold_text(o.name) = public.fold_text(l.name));
--> statement-breakpoint
update gates g set name = g.name || ' (' || g.id || ')'
where deleted_at is null and exists (
  select from gates o where o.deleted_at is null and o.id < g.id
    and public.fold_text(o.name) = public.fold_text(g.name));
--> statement-breakpoint
update saved_filters f set name = f.name || ' (' || f.id || ')'
where exists (
  select from saved_filters o where o.screen = f.screen and o.id < f.id
    and public.fold_text(o.name) = public.fold_text(f.name));
--> statement-breakpoint
reindex index guest_lists_tag_name_key;
--> statement-breakpoint
reindex index gates_name_key;
--> statement-breakpoint
reindex index saved_filters_name_key;
