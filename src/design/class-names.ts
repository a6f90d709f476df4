/** Joins the class names that are there: `classNames('btn', isMain && 'pri')`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
