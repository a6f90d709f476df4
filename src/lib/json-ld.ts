/**
 * Returns JSON for a `<script type="application/ld+json">`. Only `<` can end that element or open a comment, so
 * escaping it keeps a title of `</script>` as text.
 */
export function serializeJsonLd(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
