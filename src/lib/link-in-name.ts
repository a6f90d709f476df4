export const LINK_IN_NAME = 'Enter a name without a link.'

/** Whether a name contains a link. Names appear in emails to strangers, where such a link would look like ours. */
export function hasLink(name: string): boolean {
  return /:\/\/|www\./i.test(name.normalize('NFKC'))
}
