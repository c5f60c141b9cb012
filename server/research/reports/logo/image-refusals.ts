import { AppError } from '../../../platform/errors.ts';
import { formatCount } from '../../../../shared/words/format.ts';
import {
  logoTooLarge,
  mostLogoPixels,
  mostLogoSide,
} from '../../../../shared/contracts/companies.ts';

const field = { field: 'logo' };

export const unknownImage = () =>
  new AppError('invalid_logo', 400, 'O logotipo deve ser uma imagem PNG ou JPEG.', field);

export const unreadableImage = () =>
  new AppError(
    'invalid_logo',
    400,
    'Esta imagem não pôde ser lida. Salve-a de novo como PNG ou como JPEG em cores RGB e envie outra vez.',
    field,
  );

export const heavyImage = () => new AppError('logo_too_large', 413, logoTooLarge, field);

export const hugeImage = () =>
  new AppError(
    'invalid_logo',
    400,
    `O logotipo deve ter até ${formatCount(mostLogoSide)} pixels de lado e ${formatCount(mostLogoPixels)} ao todo. Reduza a imagem e envie outra vez.`,
    field,
  );
