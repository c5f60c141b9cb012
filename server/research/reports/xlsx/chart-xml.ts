import { colors } from './formats.ts';

/** A chart's XML with settings that the library cannot write: narrow gaps, light gridlines, a dot for each month. */
export function mendedChartXml(xml: string): string {
  const quiet = xml.replace('<c:majorGridlines/>', gridlines);
  if (quiet.includes('<c:barChart>')) {
    return quiet.replace('<c:axId ', '<c:gapWidth val="40"/><c:axId ');
  }
  // A month between two months without a figure has no line; only its dot shows it.
  return quiet.replace(
    /(<a:ln w="\d+">(<a:solidFill>.*?<\/a:solidFill>)<\/a:ln><\/c:spPr>)<c:marker><c:symbol val="none"\/><\/c:marker>/g,
    '$1<c:marker><c:symbol val="circle"/><c:size val="5"/><c:spPr>$2<a:ln>$2</a:ln></c:spPr></c:marker>',
  );
}

const gridlines = `<c:majorGridlines><c:spPr><a:ln w="9525"><a:solidFill><a:srgbClr val="${colors.line.toString(16).toUpperCase()}"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>`;
