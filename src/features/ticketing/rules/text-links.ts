export interface TextPiece {
  text: string
  /** Null: words. */
  href: string | null
}

/** Words and the addresses among them, as they are written: what is shown is where it leads. */
export function textPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const found of text.matchAll(/https?:\/\/[^\s<>"]+/giu)) {
    // What ends a sentence ends the address before it; a closing bracket stays where its opening one is.
    const bare = found[0].replace(/[.,;:!?'’”]+$/u, '')
    const address = bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) : bare
    if (!URL.canParse(address)) continue
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), href: null })
    pieces.push({ text: address, href: address })
    from = found.index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), href: null })
  return pieces
}
