/**
 * JSON for the inside of a `<script type="application/ld+json">`. Only `<` can end that element or open a comment in it,
 * so a title of `</script>` stays text.
 */
export function jsonLd(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
