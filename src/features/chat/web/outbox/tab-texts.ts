const kept = new Set<Map<string, unknown>>()
let present: string | undefined

/** Keeps what somebody typed in this tab, by what it is about, until it was sent or they are gone. Only ever filled by typing. */
export function createTabTexts<Text>(): Map<string, Text> {
  const texts = new Map<string, Text>()
  kept.add(texts)
  return texts
}

/** Who is signed in on this page: what somebody else typed before them goes. */
export function keepTabTextsOf(personId: string): void {
  if (present !== undefined && present !== personId) forgetTabTexts()
  present = personId
}

export function forgetTabTexts(): void {
  for (const texts of kept) texts.clear()
}
