/** A QR code drawn from its modules' path; the quiet zone is the padding of the box around it. */
export function QrPicture({ path, size, label }: { path: string; size: number; label: string }) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={path} fill="#151410" />
    </svg>
  )
}
