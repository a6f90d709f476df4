/** An email address that wraps before its @ instead of in the middle of a word. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 1) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
