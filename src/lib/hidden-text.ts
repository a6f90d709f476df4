// Not removed: the flags of England, Scotland and Wales, which are spelled with tags after a black flag; one selector that
// chooses how an emoji or an ideograph is drawn; and one joiner after a visible character.
const hidden =
  /(\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|(?<=\p{Emoji})[\ufe0e\ufe0f]|(?<=\p{Ideographic})[\u{e0100}-\u{e01ef}]|(?<=[^\s\p{Default_Ignorable_Code_Point}]\ufe0f?)[\u200c\u200d])|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

/** Removes characters that people don't see but programs read, and so could carry text that only programs read. */
export function removeHiddenText(text: string): string {
  return text.replaceAll(hidden, '$1')
}
