const LETTERS_WITHOUT_ACCENTS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
}

/**
 * Returns the text in the form that searches compare: lower case, without accents. The SQL function `fold_text` does
 * the same; a test compares the two.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[ßæœþøłđðıħς]/g, (letter) => LETTERS_WITHOUT_ACCENTS[letter] ?? letter)
}
