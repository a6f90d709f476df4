type Pair = readonly [from: string, to: string]

export const accepted: readonly Pair[] = [
  ['juno', 'mara'],
  ['mara', 'ilse'],
  ['temi', 'mara'],
  ['owen', 'mara'],
  ['mara', 'nova'],
  ['sofia', 'mara'],
  ['dae-jung', 'mara'],
  ['kestrel', 'mara'],
  ['jonas', 'mara'],
  ['juno', 'temi'],
  ['juno', 'kestrel'],
  ['owen', 'juno'],
  ['owen', 'kestrel'],
  ['ilse', 'nova'],
  ['ilse', 'jonas'],
  ['sofia', 'temi'],
  ['sofia', 'dae-jung'],
  ['admin', 'moderator'],
  ['admin', 'jonas'],
  ['nova', 'temi'],
]

export const pending: readonly (readonly [...Pair, note: string])[] = [
  ['moderator', 'mara', 'We met in the queue at Low Ceiling. You weren’t queueing.'],
  ['ilse', 'juno', 'Signal stage next year. Let’s talk before anyone else does.'],
  ['jonas', 'nova', 'I’d like to talk about the trance night at The Cistern.'],
  ['dae-jung', 'temi', 'I’ve got your rain on tape.'],
  ['kestrel', 'ilse', 'I play faster than you. It could be a conversation.'],
]

export const declined: readonly Pair[] = [
  ['sofia', 'kestrel'],
  ['moderator', 'owen'],
]

/** Views of each profile over the last ninety days. */
export const views: Readonly<Record<string, number>> = {
  mara: 2406,
  juno: 1740,
  ilse: 1688,
  temi: 905,
  nova: 611,
  kestrel: 534,
  owen: 212,
  sofia: 184,
  jonas: 167,
  'dae-jung': 96,
}
