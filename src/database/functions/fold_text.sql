-- Search ignores case and accents: "malmo" finds Malmö. lib/fold-text.ts folds what people type in the same way.
create or replace function fold_text(value text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')), 'øłđðıħς', 'olddihσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
