import { mailInk } from './mail-palette'

/** The mark out of table cells: mail programs drop SVG, and an image would be missing until it is allowed. */
export function MailMark({ size }: { size: number }) {
  const half = Math.round(size * 0.342)
  const tall = half * 2
  const gap = Math.max(1, Math.round(size * 0.067))
  const slip = Math.round(size * 0.183)
  const disc = { width: half, height: tall, backgroundColor: mailInk, fontSize: 0, lineHeight: 0 }
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} aria-hidden="true">
      <tbody>
        <tr>
          <td style={{ padding: `0 ${gap}px 0 0`, verticalAlign: 'top' }}>
            <div style={{ ...disc, borderRadius: `${half}px 0 0 ${half}px` }}>&nbsp;</div>
          </td>
          <td style={{ padding: `${slip}px 0 0`, verticalAlign: 'top' }}>
            <div style={{ ...disc, borderRadius: `0 ${half}px ${half}px 0` }}>&nbsp;</div>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
