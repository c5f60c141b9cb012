-- The product's account: owner of its own database, where it creates its tables, and nothing else on the server.
\getenv password CAGED_PASSWORD
create role caged login password :'password' nosuperuser nocreatedb nocreaterole noreplication;
create database caged owner caged;
revoke connect, temporary on database caged from public;
revoke connect, temporary on database postgres from public;
