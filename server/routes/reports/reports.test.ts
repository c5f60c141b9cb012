import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { actRefusals } from '../../../shared/contracts/acts.ts';
import { maximumReports, Report } from '../../../shared/contracts/reports.ts';
import { officialFile } from '../../../tests/support/official-file.ts';
import { isCompleteAfter } from '../../../tests/support/read-after.ts';
import { openResearch, type Research, type Researcher } from '../../../tests/support/research.ts';
import { testedServers } from '../../../tests/support/stores.ts';
import { endSessionsOf } from '../../people/identity/sessions.ts';
import { reportRecords } from '../../research/reports/read-reports.ts';
import { sweepReports } from '../../research/reports/report-jobs.ts';

const dayMs = 86_400_000;

const read = async (who: Researcher, id: string) =>
  Report.parse((await who.call('GET', `/api/reports/${id}`)).json());
const download = (who: Researcher, id: string) => who.call('GET', `/api/reports/${id}/download`);

describe.each(testedServers)('reports, in $dialect', ({ servers }) => {
  let research: Research;
  let ana: Researcher;
  let bia: Researcher;
  let reader: Researcher;
  let stranger: Researcher;
  let administrator: Researcher;
  beforeAll(async () => {
    research = await openResearch(await servers());
    await research.publish(['1400,00', '1500,50', '1600,00', '1700,00', '1800,00', '9999999,00']);
    const company = await research.company('Aurora Comércio');
    ana = await research.person('CLIENT', company);
    bia = await research.person('CLIENT', company);
    reader = await research.person('VIEWER', company);
    stranger = await research.person('CLIENT', await research.company('Outra'));
    administrator = await research.person('ADMIN');
  });
  afterAll(async () => research.close());

  const requested = { type: 'CSV', filters: { cbo: '521110' } };
  const make = () => research.served.reports.runner.drain();
  const send = async (who: Researcher, body: object = requested) => {
    const answer = await who.call('POST', '/api/reports', body);
    expect(answer.statusCode, answer.body).toBe(202);
    return Report.parse(answer.json());
  };
  const refused = async (body: object) => (await ana.call('POST', '/api/reports', body)).json();
  const made = async (who: Researcher, body?: object) => {
    const { id } = await send(who, body);
    await make();
    return read(who, id);
  };
  const documents = async () => {
    const { reportsDir } = research.served.reports;
    return existsSync(reportsDir) ? readdir(reportsDir) : [];
  };

  const move = (userId: string, company: string | null) =>
    research.installation.store.db
      .updateTable('users')
      .set({ company_id: company })
      .where('id', '=', userId)
      .execute();

  test('a CSV has every record that the answer counted, as a Brazilian spreadsheet opens it', async () => {
    const waiting = await send(ana);
    expect(waiting).toMatchObject({
      status: 'GENERATING',
      name: 'Brasil · 521110 - Vendedor de comércio varejista',
      fileSize: null,
      isOwn: true,
      canRetry: false,
      canDelete: true,
      notInName: expect.arrayContaining(['jul/2023']),
    });
    expect((await download(ana, waiting.id)).json()).toMatchObject({ code: 'report_not_ready' });
    await make();
    const report = await read(ana, waiting.id);
    const { body, headers } = await download(ana, report.id);
    const movement = '"202307";"202307";"Não";"Admissão";"97";"Admissão de tipo ignorado"';
    const work = '"521110";"Vendedor de comércio varejista";"101";"Empregado, geral";"Comum"';
    const place = '"355030";"São Paulo";"SP";"Sudeste"';
    const person = '"1500,00";"5";"Mês";"44";"Masculino";"1";"30";"5";"Médio Completo"';
    const employer =
      '"Pequena";"5";"De 20 a 49";"G";"Comércio, Reparação de Veículos Automotores e Motocicletas";"4781400";"Comércio varejista de artigos do vestuário e acessórios";"0";"CNPJ raiz";"1";"CNPJ";"1";"eSocial"';
    const line = (salary: string) =>
      [movement, work, place, `"${salary}"`, person, employer].join(';');
    expect(body).toBe(
      [
        '\uFEFF"competencia";"competencia_declarada";"fora_do_prazo";"movimentacao";"tipo_movimentacao";"tipo_movimentacao_nome";"cbo";"ocupacao";"categoria";"categoria_nome";"contrato";"municipio";"municipio_nome";"uf";"regiao";"salario";"valor_fixo";"unidade_salario";"unidade_salario_nome";"horas";"genero";"sexo";"idade";"escolaridade";"escolaridade_nome";"porte";"empregados";"empregados_nome";"secao";"secao_nome";"cnae";"cnae_nome";"tipo_empregador";"tipo_empregador_nome";"tipo_estabelecimento";"tipo_estabelecimento_nome";"origem";"origem_nome"',
        ...['1400,00', '1500,50', '1600,00', '1700,00', '1800,00'].map(line),
        '',
      ].join('\r\n'),
    );
    expect(report).toMatchObject({ status: 'COMPLETED', fileSize: Buffer.byteLength(body) });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Brasil _ 521110 - Vendedor de comercio varejista.csv"; filename*=UTF-8''Brasil%20%C2%B7%20521110%20-%20Vendedor%20de%20com%C3%A9rcio%20varejista.csv`,
    );
    const days = (Date.parse(report.expiresAt ?? '') - Date.now()) / dayMs;
    expect(days).toBeCloseTo(30, 2);
  });

  test('the description of a CSV states its content and data, and leads to the receipt', async () => {
    const { id } = await made(ana, {
      ...requested,
      name: 'Vendas: 2023/07',
      comparison: [{ cbo: '521110', uf: 'SP' }],
    });
    const answer = await ana.call('GET', `/api/reports/${id}/description`);
    expect(answer.headers['content-disposition']).toContain('filename="Vendas 2023 07.json"');
    const description = answer.json();
    expect(description).toMatchObject({
      relatorio: 'Vendas: 2023/07',
      tipo: 'CSV',
      aviso: null,
      selecoes: [
        { rotulo: 'A', registros: 5 },
        { rotulo: 'B', registros: 5 },
      ],
      publicacao: { numero: 1, arquivos: [{ tipo: 'MOV', competencia: '202307', linhas: 6 }] },
    });
    const names = description.arquivo.colunas.map(({ nome }: { nome: string }) => nome);
    const { body } = await download(ana, id);
    const [header = '', ...lines] = body.slice(1).trimEnd().split('\r\n');
    expect(header).toBe(names.map((name: string) => `"${name}"`).join(';'));
    expect(lines.map((line) => line.slice(0, 3))).toEqual([
      ...Array(5).fill('"A"'),
      ...Array(5).fill('"B"'),
    ]);
    const receipt = new URL(description.selecoes[0].recibo);
    expect(receipt.origin).toBe('https://caged.example');
    const stored = await reader.call(
      'GET',
      `/api${receipt.pathname.replace('/receipt/', '/receipts/')}`,
    );
    expect(stored.json()).toMatchObject({ statistics: { count: 5 } });
  });

  test('its author, its company and administrators see it; for others it does not exist', async () => {
    const { id } = await made(ana);
    for (const who of [ana, bia, administrator]) {
      expect((await download(who, id)).statusCode).toBe(200);
    }
    const listed = await reader.call('GET', '/api/reports?pageSize=1');
    expect(Report.array().parse(listed.json())[0]).toMatchObject({
      id,
      isOwn: false,
      canDownload: false,
      canDelete: false,
      createdBy: 'Pessoa Número 1',
    });
    for (const path of ['', '/download', '/description']) {
      const answer = await stranger.call('GET', `/api/reports/${id}${path}`);
      expect(answer.json()).toMatchObject({ code: 'unknown_report' });
      expect(answer.statusCode).toBe(404);
    }
    expect((await stranger.call('DELETE', `/api/reports/${id}`)).statusCode).toBe(404);
    expect((await stranger.call('POST', `/api/reports/${id}/retry`)).statusCode).toBe(404);
    expect((await stranger.call('GET', '/api/reports')).headers['x-total-count']).toBe('0');
    expect((await bia.call('DELETE', `/api/reports/${id}`)).json()).toMatchObject({
      code: 'not_owner',
    });
    expect((await reader.call('DELETE', `/api/reports/${id}`)).statusCode).toBe(403);
    expect((await reader.call('POST', '/api/reports', requested)).statusCode).toBe(403);
    expect((await administrator.call('DELETE', `/api/reports/${id}`)).statusCode).toBe(204);
    expect((await ana.call('GET', `/api/reports/${id}`)).statusCode).toBe(404);
    expect((await documents()).filter((file) => file.startsWith(id))).toEqual([]);
  });

  test('a viewer, who sees no records in bulk, downloads none as a document', async () => {
    const { id } = await made(ana);
    expect(await read(bia, id)).toMatchObject({ canDownload: true });
    for (const path of ['download', 'description']) {
      const answer = await reader.call('GET', `/api/reports/${id}/${path}`);
      expect([answer.statusCode, answer.json().message]).toEqual([403, actRefusals.readAllRecords]);
    }
  });

  test('a report with the author’s salary is for the author and administrators', async () => {
    const { id } = await made(ana, { ...requested, ownSalary: 1834.56 });
    expect((await reader.call('GET', '/api/reports')).body).not.toContain(id);
    expect((await bia.call('GET', '/api/reports')).body).not.toContain(id);
    expect((await download(bia, id)).json()).toMatchObject({ code: 'unknown_report' });
    for (const who of [ana, administrator]) {
      expect((await download(who, id)).statusCode).toBe(200);
    }
    const [newest] = await reportRecords(research.installation.store.db, ana.id);
    expect(newest).toMatchObject({ salarioInformado: 1834.56 });
  });

  test('a report that cannot be made is refused when it is requested', async () => {
    expect(await refused({ ...requested, type: 'WORD' })).toMatchObject({ field: 'type' });
    expect(await refused({ ...requested, filters: { uf: 'XX' } })).toMatchObject({ field: 'uf' });
    expect(await refused({ ...requested, comparison: [{}, {}, {}, {}, {}] })).toMatchObject({
      message: 'Compare com até 4 seleções.',
    });
    expect(await refused({ ...requested, name: 'x'.repeat(121) })).toMatchObject({ field: 'name' });
    expect(await refused({ ...requested, name: 'a\u202eb' })).toMatchObject({ field: 'name' });
    expect(await refused({ ...requested, release: 99 })).toMatchObject({ code: 'unknown_release' });
  });

  test('five wait for a person at most', async () => {
    const waiting = [];
    for (let turn = 0; turn < 5; turn++) waiting.push(await send(bia));
    const sixth = await bia.call('POST', '/api/reports', requested);
    expect(sixth.json()).toMatchObject({ code: 'too_many_reports' });
    await send(ana);
    await make();
    for (const { id } of waiting) {
      expect((await read(bia, id)).status).toBe('COMPLETED');
      await bia.call('DELETE', `/api/reports/${id}`);
    }
  });

  test('a report uses the release of its request', async () => {
    const { id } = await send(ana);
    await research.publish(Array.from({ length: 5 }, () => '7000,00'));
    await make();
    expect(await read(ana, id)).toMatchObject({ release: 1 });
    expect((await download(ana, id)).body).toContain('"1500,50"');
    const later = await made(ana);
    expect(later).toMatchObject({ release: 2 });
    expect((await download(ana, later.id)).body).not.toContain('"1500,50"');
    const earlier = await made(ana, { ...requested, release: 1 });
    expect((await download(ana, earlier.id)).body).toContain('"1500,50"');
  });

  test('a report whose document lost its end is not sent as if it were whole', async () => {
    const { id } = await made(ana);
    const [name = ''] = (await documents()).filter((file) => file.startsWith(id));
    await truncate(join(research.served.reports.reportsDir, name), 100);
    const cut = await download(ana, id);
    expect([cut.statusCode, cut.json().code]).toEqual([410, 'report_expired']);
    // The report has not expired, so it cannot be made again.
    expect(await read(ana, id)).toMatchObject({ canRetry: false });
    expect(cut.json().message).toContain('crie outro relatório');
  });

  test('an expired report is labelled, loses its file, can be made again, and is removed from the list later', async () => {
    const { db } = research.installation.store;
    const { id } = await made(ana);
    const expire = (days: number) =>
      db
        .updateTable('reports')
        .set({ expires_at: new Date(Date.now() - days * dayMs).toISOString() })
        .where('id', '=', id)
        .execute();
    await expire(0.1);
    expect(await read(ana, id)).toMatchObject({ isExpired: true, canRetry: true });
    const gone = await download(ana, id);
    expect([gone.statusCode, gone.json().code]).toEqual([410, 'report_expired']);
    await sweepReports(research.served.reports);
    expect((await documents()).filter((file) => file.startsWith(id))).toEqual([]);
    expect((await ana.call('POST', `/api/reports/${id}/retry`)).statusCode).toBe(202);
    await make();
    expect(await read(ana, id)).toMatchObject({ status: 'COMPLETED', isExpired: false });
    expect((await download(ana, id)).statusCode).toBe(200);
    const again = await ana.call('POST', `/api/reports/${id}/retry`);
    expect([again.statusCode, again.json().code]).toEqual([409, 'report_not_retryable']);
    await expire(30.1);
    await sweepReports(research.served.reports);
    expect((await ana.call('GET', `/api/reports/${id}`)).statusCode).toBe(404);
  });

  test('an expired one is made again only within the limit of a person', async () => {
    const { db } = research.installation.store;
    const owner = await research.person('CLIENT');
    const { id } = await made(owner);
    const own = db.selectFrom('reports').selectAll().where('id', '=', id);
    const row = await own.executeTakeFirstOrThrow();
    const others = Array.from({ length: maximumReports }, () => ({ ...row, id: randomUUID() }));
    for (const other of others) await db.insertInto('reports').values(other).execute();
    await db
      .updateTable('reports')
      .set({ expires_at: new Date(Date.now() - dayMs).toISOString() })
      .where('id', '=', id)
      .execute();
    const retry = () => owner.call('POST', `/api/reports/${id}/retry`);
    const beyond = await retry();
    expect([beyond.statusCode, beyond.json().code]).toEqual([409, 'too_many_reports']);
    await owner.call('DELETE', `/api/reports/${others[0]?.id}`);
    expect((await retry()).statusCode).toBe(202);
    await make();
  });

  test('one that is made again after its owner changed company is the new company’s', async () => {
    const { db } = research.installation.store;
    const [former, current] = [await research.company('Antiga'), await research.company('Atual')];
    const owner = await research.person('CLIENT', former);
    const [earlierColleague, colleague] = [
      await research.person('CLIENT', former),
      await research.person('CLIENT', current),
    ];
    const { id } = await made(owner);
    await db
      .updateTable('reports')
      .set({ expires_at: new Date(Date.now() - dayMs).toISOString() })
      .where('id', '=', id)
      .execute();
    await move(owner.id, current);
    await sweepReports(research.served.reports);
    expect((await owner.call('POST', `/api/reports/${id}/retry`)).statusCode).toBe(202);
    await make();
    expect((await download(colleague, id)).statusCode).toBe(200);
    expect((await download(earlierColleague, id)).statusCode).toBe(404);
    const description = (await owner.call('GET', `/api/reports/${id}/description`)).json();
    const receipt = new URL(description.selecoes[0].recibo).pathname;
    expect(
      (await colleague.call('GET', `/api${receipt.replace('receipt', 'receipts')}`)).statusCode,
    ).toBe(200);
  });

  test.each([
    ['the session ends', (id: string) => endSessionsOf(research.installation.store.db, id)],
    ['the reader has no company any more', (id: string) => move(id, null)],
  ])('a running download stops when %s', async (_, change) => {
    const who = await research.person('CLIENT', await research.company('Breve'));
    const { id } = await made(who);
    const [file = ''] = (await documents()).filter((name) => name.startsWith(id));
    // More than the system buffers of a response.
    await truncate(join(research.served.reports.reportsDir, file), 2 ** 25);
    const { app } = research.served;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const url = `${app.listeningOrigin}/api/reports/${id}/download`;
    expect(await isCompleteAfter(url, who.cookie, async () => undefined)).toBe(true);
    expect(await isCompleteAfter(url, who.cookie, () => change(who.id))).toBe(false);
  });

  test('an administrator says for how long reports can be downloaded', async () => {
    const path = '/api/admin/report-retention';
    expect((await administrator.call('GET', path)).json()).toEqual({ days: 30 });
    expect((await administrator.call('PUT', path, { days: 0 })).statusCode).toBe(400);
    expect((await administrator.call('PUT', path, { days: 7 })).json()).toEqual({ days: 7 });
    const { expiresAt } = await made(ana);
    expect((Date.parse(expiresAt ?? '') - Date.now()) / dayMs).toBeCloseTo(7, 2);
    await administrator.call('PUT', path, { days: 30 });
  });

  test('one is deleted also where its document cannot be removed yet, which is swept', async () => {
    const before = await documents();
    const { id } = await made(ana);
    const { files } = research.served.reports;
    const removing = vi.spyOn(files, 'remove').mockRejectedValueOnce(new Error('no answer'));
    expect((await ana.call('DELETE', `/api/reports/${id}`)).statusCode).toBe(204);
    expect((await ana.call('GET', `/api/reports/${id}`)).statusCode).toBe(404);
    expect(removing).toHaveBeenCalledOnce();
    removing.mockRestore();
    expect(await documents()).toHaveLength(before.length + 1);
    await sweepReports(research.served.reports);
    expect(await documents()).toEqual(before);
  });

  test('the audit states who made, took and deleted a report', async () => {
    const { id } = await made(ana);
    await download(bia, id);
    await ana.call('DELETE', `/api/reports/${id}`);
    const acts = await research.installation.store.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .orderBy('at')
      .execute();
    expect(acts).toEqual([
      { action: 'report.created', actor_id: ana.id },
      { action: 'report.downloaded', actor_id: bia.id },
      { action: 'report.deleted', actor_id: ana.id },
    ]);
  });

  test('a report is deleted with the person who made it', async () => {
    const guest = await research.person('CLIENT');
    const { id } = await made(guest);
    const { db } = research.installation.store;
    await db.deleteFrom('users').where('id', '=', guest.id).execute();
    await sweepReports(research.served.reports);
    expect((await administrator.call('GET', `/api/reports/${id}`)).statusCode).toBe(404);
    expect((await documents()).filter((file) => file.startsWith(id))).toEqual([]);
  });

  const listening = async () => {
    const { app } = research.served;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    return app.listeningOrigin;
  };

  test('events describe the reports that a user may see, and no others', async () => {
    const site = await listening();
    const leaving = new AbortController();
    const stream = async (who: Researcher) => {
      const texts: string[] = [];
      const answer = await fetch(`${site}/api/reports/events`, {
        headers: { cookie: who.cookie },
        signal: leaving.signal,
      });
      const reading = (async () => {
        for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
          texts.push(chunk);
        }
      })().catch(() => undefined);
      return { texts, reading };
    };
    const [forBia, forStranger] = [await stream(bia), await stream(stranger)];
    const { id } = await send(ana);
    await expect.poll(() => forBia.texts.join('')).toContain('"GENERATING"');
    await make();
    await expect.poll(() => forBia.texts.join('')).toContain('"COMPLETED"');
    await ana.call('DELETE', `/api/reports/${id}`);
    await expect.poll(() => forBia.texts.join('')).toContain('event: removed');
    expect(forStranger.texts.join('')).not.toContain(id);
    leaving.abort();
    await Promise.all([forBia.reading, forStranger.reading]);
  });

  test('an open stream of events follows a change of company, and ends with the session', async () => {
    const site = await listening();
    const { db } = research.installation.store;
    const answer = await fetch(`${site}/api/reports/events`, { headers: { cookie: bia.cookie } });
    let text = '';
    const reading = (async () => {
      for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk;
      }
    })();
    const seen = await send(ana);
    await expect.poll(() => text).toContain(seen.id);
    await db.updateTable('users').set({ company_id: null }).where('id', '=', bia.id).execute();
    await expect.poll(() => text).toContain('event: removed');
    const secret = await send(ana);
    await db.deleteFrom('sessions').where('user_id', '=', bia.id).execute();
    await reading;
    expect(text).not.toContain(secret.id);
  });

  test('the description of a CSV states the order of its records', async () => {
    const clerk = { cbo: '411005', uf: '35', municipality: '355030' };
    const seller = { cbo: '521110', uf: '31', municipality: '310620' };
    await research.installation.loadApproved(
      await officialFile('CAGEDMOV202307.txt', 'MOV', [seller, clerk, seller, clerk, seller]),
    );
    const order = 'competência mais recente primeiro; depois ocupação, UF e município';
    const occupations = '"411005" "411005" "521110" "521110" "521110"';
    for (const [comparison, ...expected] of [
      [[], order, occupations],
      [[{ regiao: '3' }], `por seleção; em cada uma, ${order}`, `${occupations} ${occupations}`],
    ]) {
      const { id } = await made(ana, { type: 'CSV', filters: {}, comparison });
      const { arquivo } = (await ana.call('GET', `/api/reports/${id}/description`)).json();
      const { body } = await download(ana, id);
      expect([arquivo.ordem, body.match(/"(411005|521110)"/g)?.join(' ')]).toEqual(expected);
    }
  });

  test('a document of all records by race is a sensitive read, recorded with its query', async () => {
    await research.publish(Array.from({ length: 31 }, () => '1500,00'));
    const { id } = await made(ana, { type: 'CSV', filters: { cbo: '521110', raca: '1' } });
    const reads = () =>
      research.installation.store.db
        .selectFrom('audit_log')
        .select(['actor_id', 'details'])
        .where('action', '=', 'records.sensitive_read')
        .execute();
    expect(await reads()).toEqual([]);
    expect((await download(ana, id)).statusCode).toBe(200);
    expect(await reads()).toEqual([
      { actor_id: ana.id, details: expect.stringContaining('Raça ou cor: branca') },
    ]);
    await download(ana, (await made(ana)).id);
    expect(await reads()).toHaveLength(1);
  });
});
